/** What names a receipt: nobody can guess `id`. */
export type ReceiptHead = { id: string; issuer: string; issuedAt: Date; keyId: string };
