import { GREETING_LIMITS, VOICEMAIL_LANGUAGES } from '@farline/contracts/voicemail/greeting-bounds';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { i18n } from '../../../lib/language/i18n.ts';
import { notify } from '../../../lib/page/notify.ts';
import { greetingsText } from '../../../texts/greetings.ts';
import { sharedText } from '../../../texts/shared.ts';
import { Button } from '../../../ui/button.tsx';
import { type Failure, FailureBox, failureOf } from '../../../ui/failure-box.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import type { Sound } from './decode-sound.ts';
import { GreetingWords, type Language } from './greeting-words.tsx';
import { sendGreeting, writeGreeting } from './greetings-query.ts';
import { RecordSound } from './record-sound.tsx';
import { UploadSound } from './upload-sound.tsx';

const WAYS = ['record', 'upload', 'write'] as const;
type Way = (typeof WAYS)[number];

/** What a new greeting is made of: a sound, or words. */
type Source = { way: Way; sound: Sound | null; language: Language; words: string };
/** Most write in the language that they read. */
const nothingYet = (): Source => ({
  way: 'record',
  sound: null,
  words: '',
  language: VOICEMAIL_LANGUAGES.find((known) => known === i18n.language) ?? 'en',
});

/** A new greeting: recorded here, sent as a file, or written. It can be heard before it is saved. */
export function AddGreeting({ onDone }: { onDone: () => void }) {
  const t = greetingsText.useText();
  const shared = sharedText.useText();
  const [name, setName] = useState('');
  const [source, setSource] = useState(nothingYet);
  const [isChecked, setChecked] = useState(false);
  const { failure, isBusy, save, forgive } = useSaving({ name, onDone });
  const isNamed = name.trim() !== '';
  const lacksSound = source.way !== 'write' && source.sound === null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    const { way, sound, language, words } = source;
    if (!isNamed) return;
    if (way === 'write') {
      if (words.trim() !== '') await save(async () => await writeGreeting({ name, language, text: words.trim() }));
    } else if (sound !== null) await save(async () => await sendGreeting(name, sound.wav));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4" data-testid="add-greeting">
      <SourceFields
        source={source}
        isChecked={isChecked}
        onChange={(part) => {
          if (part.way !== undefined) setChecked(false);
          forgive();
          setSource((before) => ({ ...before, ...part }));
        }}
        onProposeName={(proposed) => !isNamed && setName(proposed)}
      />
      <Field
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="off"
        maxLength={GREETING_LIMITS.nameLength}
        error={isChecked && !isNamed ? 'Give the greeting a name' : undefined}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <FailureBox failure={isChecked && lacksSound ? { sentence: t('noSound') } : failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? shared('saving') : shared('save')}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {shared('cancel')}
        </Button>
      </div>
    </form>
  );
}

function useSaving({ name, onDone }: { name: string; onDone: () => void }) {
  const t = greetingsText.useText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (act: () => Promise<void>): Promise<void> => {
    setFailure(null);
    setBusy(true);
    try {
      await act();
      onDone();
      await notify({ type: 'success', message: t('saved', { name: name.trim() }) });
    } catch (error) {
      setFailure(failureOf(error, t('saveFailed')));
      setBusy(false);
    }
  };
  return { failure, isBusy, save, forgive: () => setFailure(null) };
}

interface SourceProps {
  source: Source;
  isChecked: boolean;
  onChange: (part: Partial<Source>) => void;
}

function SourceFields({
  source,
  isChecked,
  onChange,
  onProposeName,
}: SourceProps & { onProposeName: (name: string) => void }) {
  const t = greetingsText.useText();
  const { way, sound, language, words } = source;
  return (
    <>
      <Segments
        label={t('how')}
        className="justify-self-start"
        value={way}
        options={WAYS.map((value) => ({ value, label: t(`how_${value}`) }))}
        onChoose={(chosen) => onChange({ way: chosen, sound: null })}
      />
      {way === 'record' && <RecordSound sound={sound} onSound={(recorded) => onChange({ sound: recorded })} />}
      {way === 'upload' && (
        <UploadSound
          onSound={(chosen, proposed) => {
            onChange({ sound: chosen });
            onProposeName(proposed);
          }}
        />
      )}
      {way === 'write' && <GreetingWords language={language} words={words} isChecked={isChecked} onChange={onChange} />}
      {way !== 'write' && sound !== null && <Preview sound={sound} />}
    </>
  );
}

/** What is about to be sent, to be heard before. What the browser cannot read it cannot play. */
function Preview({ sound }: { sound: Sound }) {
  const t = greetingsText.useText();
  const player = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(sound.wav);
    if (player.current !== null) player.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [sound]);
  if (sound.seconds === 0) return null;
  // What is said in it stands nowhere in words: whoever hears it has just said or chosen it.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio ref={player} controls aria-label={t('listen')} className="w-full max-w-96" />;
}
