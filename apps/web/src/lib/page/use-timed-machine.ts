import { useEffect, useState, useSyncExternalStore } from 'react';
import { createTimedMachine, type TimedRules } from './timed-machine.ts';

/** Runs a timed machine as long as the component is there. The rules of its first rendering hold. */
export function useTimedMachine<State, Event>(rules: TimedRules<State, Event>): [State, (event: Event) => void] {
  const [machine] = useState(() => createTimedMachine(rules));
  useEffect(() => machine.stop, [machine]);
  return [useSyncExternalStore(machine.watch, machine.read), machine.send];
}
