import type { Call } from '@farline/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { formatExactly } from '../../../lib/format/format-time.ts';
import { queryClient } from '../../../lib/session/queries.ts';
import { VoicemailPlayer } from './voicemail-player.tsx';
import { VoicemailTranscript } from './voicemail-transcript.tsx';
import { voicemailsFromQuery } from './voicemail-queries.ts';

/** The voicemail that a call left, among the messages; nothing where there is none any more. */
export function ThreadVoicemail({ call }: { call: Call }) {
  const from = call.from ?? '';
  const found = useQuery({ ...voicemailsFromQuery(from), enabled: from !== '' }, queryClient);
  const voicemail = found.data?.find(({ id }) => id === call.id);
  if (voicemail === undefined) return null;
  return (
    <div
      role="group"
      aria-label={formatExactly(voicemail.at)}
      className="me-auto w-full max-w-96 rounded-card bg-softer p-3 [&>*+*]:mt-3"
      data-testid="thread-voicemail"
    >
      <VoicemailPlayer voicemail={voicemail} />
      <VoicemailTranscript transcript={voicemail.transcript} />
    </div>
  );
}
