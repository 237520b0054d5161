import { type ProblemKind, PhoneRefusal } from './phone-problem.ts';

export interface MicrophoneSettings {
  /** A device chosen before; another is taken when it is gone. */
  deviceId: string | null;
  /** Echo and noise removed, as suits a room; left as it is, as suits a measurement. */
  isCleaned: boolean;
}

/** Opens the microphone; throws PhoneRefusal with the reason in one word. */
export async function openMicrophone(settings: MicrophoneSettings): Promise<MediaStream> {
  const devices: MediaDevices | undefined = navigator.mediaDevices; // Absent on insecure origins, whatever its type says.
  if (devices === undefined) throw new PhoneRefusal('insecure_origin');
  const audio: MediaTrackConstraints = {
    echoCancellation: settings.isCleaned,
    noiseSuppression: settings.isCleaned,
    autoGainControl: settings.isCleaned,
    ...(settings.deviceId === null ? {} : { deviceId: { ideal: settings.deviceId } }),
  };
  try {
    return await devices.getUserMedia({ audio });
  } catch (error) {
    throw new PhoneRefusal(refusalOf(error));
  }
}

/** Whether a microphone still gives sound: it was neither closed, nor unplugged, nor taken from the page. */
export function isOpen(stream: MediaStream): boolean {
  return stream.getAudioTracks().some(({ readyState }) => readyState === 'live');
}

/** Lets the microphone go, so that the browser's sign for it disappears. */
export function closeMicrophone(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function refusalOf(error: unknown): ProblemKind {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'microphone_refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'no_microphone' : 'microphone_busy';
}
