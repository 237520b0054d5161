/** Where a voicemail is open beside the list of those on one number, or on all (null); without an id the list alone. */
export function voicemailPath(id: string | null, number: string | null): string {
  const search = number === null ? '' : `?${new URLSearchParams({ number })}`;
  return `/messages/voicemail${id === null ? '' : `/${id}`}${search}`;
}
