import type { User } from '@farline/contracts/auth';
import { ECHO_TEST } from '@farline/contracts/service-numbers';
import { AudioLines } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { ConfirmEmail } from '../features/confirm-email/confirm-email.tsx';
import { LanguageSelect } from '../features/language/index.ts';
import { LimitsPanel } from '../features/limits/limits-panel.tsx';
import { closeMicrophone, openMicrophone } from '../features/phone/line/microphone.ts';
import { callAtOnce } from '../features/phone/index.ts';
import { problemOf } from '../features/phone/line/phone-problem.ts';
import { useSound } from '../features/phone/line/sound-choice.ts';
import { SoundSettings } from '../features/phone/views/sound-settings.tsx';
import { useWithheldNumber, withholdNumber } from '../features/phone/withheld-number.ts';
import { CloseAccountPart, ExportPart } from '../features/settings/close-account.tsx';
import { LevelMeter } from '../features/settings/level-meter.tsx';
import { NoticeSettingsPart } from '../features/settings/notice-settings.tsx';
import { PasswordForm } from '../features/settings/password-form.tsx';
import { ThemePart, TimeZonePart } from '../features/settings/preferences.tsx';
import { ProfileForm } from '../features/settings/profile-form.tsx';
import { ProfilePicture } from '../features/settings/profile-picture.tsx';
import { PushSettingsPart } from '../features/settings/push-settings.tsx';
import { Section } from '../features/settings/section.tsx';
import { SecondFactors } from '../features/settings/second-factors.tsx';
import { SessionList } from '../features/settings/session-list.tsx';
import { SipPhones } from '../features/settings/sip-phones.tsx';
import { SpeakerTest } from '../features/settings/speaker-test.tsx';
import { useSession } from '../lib/session/session.ts';
import { usePageTitle } from '../lib/page/use-page-title.ts';
import { phoneText } from '../texts/phone.ts';
import { settingsText } from '../texts/settings.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { PageParts } from '../ui/page-parts.tsx';

const PARTS = ['profile', 'security', 'phones', 'sound', 'limits', 'notices', 'preferences', 'account'] as const;
type Part = (typeof PARTS)[number];

/** /settings and /settings/<part> */
export function Page() {
  const t = settingsText.useText();
  const session = useSession();
  const { part = 'profile' } = useParams();
  const shown = PARTS.find((name) => name === part);
  usePageTitle(shown === undefined ? t('pageTitle') : `${t(shown)} · ${t('pageTitle')}`);
  if (shown === undefined) return <Navigate to="/settings" replace />;
  if (session.status !== 'signed-in') return null;
  return (
    <div className="mx-auto max-w-4xl px-5 py-8 sm:px-8">
      <h1 className="text-display font-semibold">{t('pageTitle')}</h1>
      <PageParts
        label={t('sections')}
        parts={PARTS.map((name) => ({ to: name === 'profile' ? '/settings' : `/settings/${name}`, word: t(name) }))}
      />
      <div className="@container grid grid-cols-1 gap-4">{contentOf(shown, session.user)}</div>
    </div>
  );
}

function contentOf(part: Part, user: User): ReactNode {
  switch (part) {
    case 'profile':
      return (
        <>
          <ProfilePicture user={user} />
          <ProfileForm user={user} />
          <ConfirmEmail user={user} />
        </>
      );
    case 'security':
      return (
        <>
          <PasswordForm />
          <SecondFactors />
          <SessionList />
        </>
      );
    case 'phones':
      return <SipPhones />;
    case 'sound':
      return <Sound />;
    case 'limits':
      return <LimitsPanel onCall={callAtOnce} />;
    case 'notices':
      return (
        <>
          <PushSettingsPart userId={user.id} />
          <NoticeSettingsPart email={user.email} />
        </>
      );
    case 'preferences':
      return (
        <>
          <NumberPart />
          <LanguagePart />
          <ThemePart />
          <TimeZonePart user={user} />
        </>
      );
    case 'account':
      return (
        <>
          <ExportPart />
          <CloseAccountPart />
        </>
      );
  }
}

/** Whether who is called sees the number. */
function NumberPart() {
  const t = settingsText.useText();
  const { isWithheld } = useWithheldNumber();
  return (
    <Section title={t('withholdTitle')} lead={t('withholdLead')}>
      <Checkbox
        className="max-w-xl"
        label={
          <>
            <span className="font-medium">{t('withhold')}</span>
            <span className="block text-note text-muted">{t('withholdNote')}</span>
          </>
        }
        checked={isWithheld}
        onChange={(event) => withholdNumber(event.target.checked)}
      />
    </Section>
  );
}

/** The language of these pages, for this browser and in the profile. */
function LanguagePart() {
  const t = settingsText.useText();
  return (
    <Section title={t('languageTitle')} lead={t('languageLead')}>
      <LanguageSelect className="max-w-md" />
    </Section>
  );
}

/** The phone's own sound choice, with tests beside it. */
function Sound() {
  const t = settingsText.useText();
  const { speakerId, volume, microphoneId, isCleaned } = useSound();
  return (
    <>
      <Section title={t('devicesTitle')} lead={t('devicesLead')}>
        <div className="grid max-w-xl gap-5">
          <SoundSettings />
          <SpeakerTest speakerId={speakerId} volume={volume} />
          <LevelMeter
            microphone={`${microphoneId ?? ''} ${isCleaned}`}
            open={openChosenMicrophone}
            close={closeMicrophone}
            explain={explainMicrophone}
          />
        </div>
      </Section>
      <Section title={t('testCallTitle')} lead={t('testCallLead')}>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => callAtOnce(ECHO_TEST)}>
            <AudioLines aria-hidden className="size-5" />
            {t('testCall')}
          </Button>
          <Button asChild look="quiet">
            <Link to="/webrtc-test">{t('longTest')}</Link>
          </Button>
        </div>
      </Section>
    </>
  );
}

async function openChosenMicrophone(): Promise<MediaStream> {
  const { microphoneId, isCleaned } = useSound.getState();
  return await openMicrophone({ deviceId: microphoneId, isCleaned });
}

function explainMicrophone(error: unknown): { title: string; body: string } {
  const { kind } = problemOf(error);
  return { title: phoneText.say(`problem_${kind}`), body: phoneText.say(`way_${kind}`) };
}
