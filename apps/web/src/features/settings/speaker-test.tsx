import { Volume2 } from 'lucide-react';
import { useState } from 'react';
import { notify } from '../../lib/page/notify.ts';
import { settingsText } from '../../texts/settings.ts';
import { Button } from '../../ui/button.tsx';
import { playTone } from './play-tone.ts';

/** Two tones on the chosen speaker. */
export function SpeakerTest({ speakerId, volume }: { speakerId: string | null; volume: number }) {
  const t = settingsText.useText();
  const [isPlaying, setPlaying] = useState(false);
  const play = async (): Promise<void> => {
    setPlaying(true);
    try {
      await playTone({ speakerId, volume });
    } catch {
      await notify({ type: 'warning', message: t('toneFailed') });
    } finally {
      setPlaying(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="quiet" disabled={isPlaying} onClick={() => void play()}>
        <Volume2 aria-hidden className="size-5" />
        {t('toneStart')}
      </Button>
      <p className="min-w-0 flex-1 basis-48 text-note text-muted">{t('toneLead')}</p>
    </div>
  );
}
