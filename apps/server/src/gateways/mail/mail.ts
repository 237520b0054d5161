/** A mail as it goes out: plain text, which every program shows. */
export type Mail = { to: string; subject: string; text: string; attachments?: Attachment[] };
type Attachment = { name: string; type: string; bytes: Buffer };
