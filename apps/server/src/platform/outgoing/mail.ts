/** A mail as it goes out: plain text, which every program shows. */
export type Mail = { to: string; subject: string; text: string; attachments?: MailAttachment[] };
/** A file that goes with it. */
export type MailAttachment = { name: string; type: string; bytes: Buffer };
