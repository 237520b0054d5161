import { useCallInProgress } from '../../lib/calls/call-in-progress.ts';

/** A link to the payment provider's page: in a tab of its own while a call runs, which would end with this one. */
export function PayLink({ url, children }: { url: string; children: string }) {
  const isCalling = useCallInProgress((call) => call.isRunning);
  return (
    <a
      href={url}
      className="font-medium text-accent underline underline-offset-4"
      {...(isCalling ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {children}
    </a>
  );
}
