export { readEnvironment } from './read-environment.ts';
export { runProgram } from './run-program.ts';
export { type PortRange, port, portRange } from './settings.ts';
