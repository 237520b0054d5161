import { GREETING_LIMITS } from '@farline/contracts/voicemail/greeting-bounds';
import { useEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../lib/format/format.ts';
import { greetingsText } from '../../../texts/greetings.ts';
import { FieldError } from '../../../ui/field.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { decodeSound, isTooLong, type Sound } from './decode-sound.ts';

interface UploadSoundProps {
  onSound: (sound: Sound | null, name: string) => void;
}

/** Takes a sound of somebody's own. What the browser cannot read is sent as it is: the server says what is wrong with it. */
export function UploadSound({ onSound }: UploadSoundProps) {
  const t = greetingsText.useText();
  const [chosen, setChosen] = useState<{ name: string; seconds: number } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(0);
  useEffect(
    () => () => {
      latest.current += 1;
    },
    [],
  );
  const choose = async (file: File): Promise<void> => {
    const name = file.name.replace(/\.[^.]*$/, '').slice(0, GREETING_LIMITS.nameLength);
    const refuse = (sentence: string): void => {
      setChosen(null);
      setFailure(sentence);
      onSound(null, name);
    };
    if (file.size > GREETING_LIMITS.fileBytes) return refuse(t('tooLarge'));
    setFailure(null);
    setBusy(true);
    latest.current += 1;
    const own = latest.current;
    const sound = (await decodeSound(file)) ?? { wav: file, seconds: 0 };
    // Another way was chosen while it was read.
    if (own !== latest.current) return;
    setBusy(false);
    if (isTooLong(sound)) return refuse(t('tooLong'));
    setChosen({ name: file.name, seconds: sound.seconds });
    onSound(sound, name);
  };
  return (
    <div>
      <FileButton accept="audio/*,.wav" size="small" isBusy={isBusy} onFile={choose}>
        {isBusy ? t('preparing') : t('choose')}
      </FileButton>
      {failure !== null && <FieldError id="greeting-file">{failure}</FieldError>}
      {failure === null && (
        <p className="mt-1.5 break-words text-note text-muted">
          {chosen === null
            ? t('chooseHint')
            : t('chosen', { name: chosen.name, duration: formatDuration(Math.ceil(chosen.seconds)) })}
        </p>
      )}
    </div>
  );
}
