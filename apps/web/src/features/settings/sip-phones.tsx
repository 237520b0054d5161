import { type SipPhone, SIP_PHONE_LIMITS } from '@farline/contracts/settings';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Phone, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatExactly, formatWhen } from '../../lib/format/format-time.ts';
import { queryClient } from '../../lib/session/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { settingsText } from '../../texts/settings.ts';
import { sharedText } from '../../texts/shared.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RemoveSipPhone, RenameSipPhone } from './change-sip-phone.tsx';
import { CopyLine } from './copy-line.tsx';
import { NewSipPhone, RegistrarLines } from './new-sip-phone.tsx';
import { Section } from './section.tsx';
import { sipPhonesQuery } from './settings-queries.ts';

type Asking = { is: 'nothing' } | { is: 'new' } | { is: 'rename' | 'remove'; phone: SipPhone };

const NO_NUMBERS: readonly string[] = [];

/** Desk phones and softphone apps with credentials of their own. */
export function SipPhones() {
  const t = settingsText.useText();
  const shared = sharedText.useText();
  const found = useQuery(sipPhonesQuery, queryClient);
  const numbers = useSession((session) => (session.status === 'signed-in' ? session.user.numbers : NO_NUMBERS));
  const [asking, ask] = useState<Asking>({ is: 'nothing' });
  const close = (): void => ask({ is: 'nothing' });
  const renew = (): void => void found.refetch();
  const addButton = (
    <Button
      onClick={() => ask({ is: 'new' })}
      disabled={found.data !== undefined && found.data.phones.length >= SIP_PHONE_LIMITS.phones}
    >
      {t('sipAdd')}
    </Button>
  );

  return (
    <Section title={t('sipTitle')} lead={t('sipLead')} data-testid="sip-phones">
      {found.isPending && <Skeleton className="h-40 w-full rounded-control" />}
      {found.isError && (
        <Failed
          error={found.error}
          fallback={t('readFailed')}
          safe={shared('nothingChanged')}
          onTryAgain={() => void found.refetch()}
        />
      )}
      {found.data !== undefined && (
        <div className="grid grid-cols-1 gap-5">
          {found.data.registrar.transports.length === 0 && (
            <Notice kind="info" title={t('sipOff')}>
              {t('sipOffBody')}
            </Notice>
          )}
          {found.data.phones.length === 0 ? (
            <Empty title={t('sipEmptyTitle')} action={addButton}>
              {t('sipEmptyBody')}
            </Empty>
          ) : (
            <>
              <ul>
                {found.data.phones.map((phone) => (
                  <Line key={phone.id} phone={phone} onAsk={(is) => ask({ is, phone })} />
                ))}
              </ul>
              <dl className="max-w-xl rounded-control bg-softer px-4 py-2">
                <RegistrarLines registrar={found.data.registrar} />
                {numbers.map((number) => (
                  <CopyLine key={number} name={t('sipRingsFor')} value={number} />
                ))}
              </dl>
              {found.data.registrar.transports.some(({ transport }) => transport === 'tls') && (
                <p className="prose-width text-note text-muted">{t('sipTls')}</p>
              )}
              <div>{addButton}</div>
            </>
          )}
        </div>
      )}
      <NewSipPhone open={asking.is === 'new'} onClose={close} onAdded={renew} />
      {asking.is === 'rename' && <RenameSipPhone phone={asking.phone} onClose={close} onChanged={renew} />}
      {asking.is === 'remove' && <RemoveSipPhone phone={asking.phone} onClose={close} onChanged={renew} />}
    </Section>
  );
}

function Line({ phone, onAsk }: { phone: SipPhone; onAsk: (what: 'rename' | 'remove') => void }) {
  const t = settingsText.useText();
  return (
    <li className="flex items-center gap-3.5 border-t border-line py-2.5 first:border-t-0">
      <Phone aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{phone.name}</p>
        <p className="text-note text-muted">
          <span className="font-mono">{phone.username}</span>
          {' · '}
          <time dateTime={phone.createdAt} title={formatExactly(phone.createdAt)}>
            {t('sipCreated', { when: formatWhen(phone.createdAt) })}
          </time>
          {phone.isRegistered !== null && (
            <>
              {' · '}
              <span data-registered={phone.isRegistered} className={phone.isRegistered ? 'text-call' : undefined}>
                {t(phone.isRegistered ? 'sipRegistered' : 'sipNotRegistered')}
              </span>
            </>
          )}
        </p>
      </div>
      <IconButton label={t('sipRenameNamed', { name: phone.name })} onClick={() => onAsk('rename')}>
        <Pencil aria-hidden className="size-4.5" />
      </IconButton>
      <IconButton label={t('sipRemoveNamed', { name: phone.name })} onClick={() => onAsk('remove')}>
        <Trash2 aria-hidden className="size-4.5" />
      </IconButton>
    </li>
  );
}
