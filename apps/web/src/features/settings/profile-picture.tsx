import type { User } from '@farline/contracts/auth';
import { PICTURE_LIMITS } from '@farline/contracts/settings';
import { useRef, useState } from 'react';
import { api } from '../../lib/api/api-client.ts';
import { formatPercent } from '../../lib/format/format-percent.ts';
import { notify } from '../../lib/page/notify.ts';
import { replaceUser } from '../../lib/session/session.ts';
import { upload } from '../../lib/api/upload.ts';
import { settingsText } from '../../texts/settings.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { type Failure, FailureBox, failureOf } from '../../ui/failure-box.tsx';
import { Section } from './section.tsx';
import { shrinkPicture } from './shrink-picture.ts';

/** The person's picture: chosen, sent with its progress, replaced and removed. */
export function ProfilePicture({ user }: { user: User }) {
  const t = settingsText.useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  const send = async (picture: File): Promise<void> => {
    setFailure(null);
    setPercent(0);
    try {
      const { user } = await upload('/auth/profile/picture', await shrinkPicture(picture), setPercent);
      replaceUser(user);
      await notify({ type: 'success', message: t('pictureSent') });
    } catch (error) {
      setFailure(failureOf(error, t('pictureFailed')));
    } finally {
      setPercent(null);
    }
  };
  const remove = async (): Promise<void> => {
    setFailure(null);
    try {
      replaceUser((await api('DELETE /auth/profile/picture')).user);
      await notify({ type: 'success', message: t('pictureRemoved') });
    } catch (error) {
      setFailure(failureOf(error, t('pictureFailed')));
    }
  };

  return (
    <Section title={t('pictureTitle')} lead={t('pictureLead')} data-testid="profile-picture">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar user={user} alt={t('pictureOf')} className="size-20 text-title" />
        <div className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-2">
          <input
            ref={chooser}
            type="file"
            accept={PICTURE_LIMITS.types.join(',')}
            aria-label={t('pictureChoose')}
            className="hidden"
            onChange={(event) => {
              const [picture] = event.target.files ?? [];
              event.target.value = '';
              if (picture !== undefined) void send(picture);
            }}
          />
          <Button look="quiet" disabled={percent !== null} onClick={() => chooser.current?.click()}>
            {t(user.pictureUrl === null ? 'pictureChoose' : 'pictureReplace')}
          </Button>
          {user.pictureUrl !== null && percent === null && (
            <Button look="plain" onClick={() => void remove()}>
              {t('pictureRemove')}
            </Button>
          )}
          {percent !== null && (
            <span className="flex items-center gap-2.5" data-testid="upload-progress" data-percent={percent}>
              <progress
                value={percent}
                max={100}
                aria-label={t('pictureSending')}
                className="h-2 w-28 overflow-hidden rounded-full accent-accent"
              />
              <span className="figures text-note text-muted">{formatPercent(percent)}</span>
            </span>
          )}
        </div>
      </div>
      {failure !== null && (
        <div className="mt-4">
          <FailureBox failure={{ ...failure, sentence: `${failure.sentence} ${t('pictureKept')}` }} />
        </div>
      )}
    </Section>
  );
}
