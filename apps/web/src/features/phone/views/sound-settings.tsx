import { useEffect, useId, useState } from 'react';
import { phoneText } from '../../../texts/phone.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Select } from '../../../ui/select.tsx';
import { changeSound } from '../call-control.ts';
import { useSound } from '../line/sound-choice.ts';

/** Volume, microphone, speaker, where it rings; in force at once. Without `onDone` it stays open. */
export function SoundSettings({ onDone }: { onDone?: () => void }) {
  const t = phoneText.useText();
  const { volume, microphoneId, isCleaned } = useSound();
  const devices = useDevices();
  const volumeId = useId();
  return (
    <div className="appearing grid gap-3 rounded-control bg-softer p-4" data-testid="sound-settings">
      <div>
        <label htmlFor={volumeId} className="mb-1 block text-note font-medium">
          {t('volume')}
        </label>
        <input
          id={volumeId}
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={volume}
          onChange={(event) => void changeSound({ volume: Number(event.target.value) })}
          className="h-6 w-full accent-accent"
        />
      </div>
      <DeviceChoice
        label={t('microphone')}
        devices={devices.filter((device) => device.kind === 'audioinput')}
        value={microphoneId}
        onChoose={(id) => void changeSound({ microphoneId: id })}
      />
      <OutputChoices devices={devices.filter((device) => device.kind === 'audiooutput')} />
      <Checkbox
        className="text-note"
        label={
          <>
            <span className="text-note font-medium">{t('clean')}</span>
            <span className="block text-note text-muted">{t('cleanNote')}</span>
          </>
        }
        checked={isCleaned}
        onChange={(event) => void changeSound({ isCleaned: event.target.checked })}
      />
      {onDone !== undefined && (
        <Button look="quiet" size="small" onClick={onDone}>
          {t('done')}
        </Button>
      )}
    </div>
  );
}

/** Where the far side is heard, and where it rings, in browsers that can choose. */
function OutputChoices({ devices }: { devices: readonly MediaDeviceInfo[] }) {
  const t = phoneText.useText();
  const { speakerId, ringerId } = useSound();
  if (!('setSinkId' in HTMLMediaElement.prototype)) return null;
  return (
    <>
      <DeviceChoice
        label={t('speaker')}
        devices={devices}
        value={speakerId}
        onChoose={(id) => void changeSound({ speakerId: id })}
      />
      <DeviceChoice
        label={t('ringsOn')}
        devices={devices}
        value={ringerId}
        onChoose={(id) => void changeSound({ ringerId: id })}
      />
    </>
  );
}

interface DeviceChoiceProps {
  label: string;
  devices: readonly MediaDeviceInfo[];
  value: string | null;
  onChoose: (id: string | null) => void;
}

function DeviceChoice({ label, devices, value, onChoose }: DeviceChoiceProps) {
  const t = phoneText.useText();
  const named = devices.filter((device) => device.deviceId !== '' && device.deviceId !== 'default');
  return (
    <Select
      label={label}
      value={value ?? ''}
      onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
    >
      <option value="">{t('defaultDevice')}</option>
      {named.map((device, index) => (
        <option key={device.deviceId} value={device.deviceId}>
          {device.label === '' ? t('unnamedDevice', { number: index + 1 }) : device.label}
        </option>
      ))}
    </Select>
  );
}

/** The machine's sound devices, kept true when one is plugged in or out. */
function useDevices(): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([]);
  useEffect(() => watchDevices(setDevices), []);
  return devices;
}

/** Tells the devices now, and whenever there are others or they may be named; gives what stops that. */
export function watchDevices(tell: (devices: readonly MediaDeviceInfo[]) => void): () => void {
  const media: MediaDevices | undefined = navigator.mediaDevices; // Absent on insecure origins.
  if (media === undefined) return () => undefined;
  const over = new AbortController();
  const { signal } = over;
  const look = (): void => {
    media.enumerateDevices().then(tell, () => undefined); // What may not be listed cannot be chosen.
  };
  look();
  media.addEventListener('devicechange', look, { signal });
  // Until the microphone is allowed, devices have neither name nor id, and that it is changes none of them. Some browsers do not say.
  Promise.resolve(navigator.permissions?.query({ name: 'microphone' })).then(
    (permission) => permission?.addEventListener('change', look, { signal }),
    () => undefined,
  );
  return () => over.abort();
}
