import type { BindSettings } from './bind.ts';

type Kind = BindSettings['messageIds'];

/** The id of a response to a submit, written so that the receipt's id is the same. */
export function idOfSubmit(id: string, kind: Kind): string {
  switch (kind) {
    case 'same':
      return id;
    case 'hexadecimal':
    case 'receipts-decimal':
      return fromHexadecimal(id);
    case 'decimal':
    case 'receipts-hexadecimal':
      return fromDecimal(id);
  }
}

/** The id of a receipt, written so that the one of its submit is the same. */
export function idOfReceipt(id: string, kind: Kind): string {
  switch (kind) {
    case 'same':
      return id;
    case 'decimal':
    case 'receipts-decimal':
      return fromDecimal(id);
    case 'hexadecimal':
    case 'receipts-hexadecimal':
      return fromHexadecimal(id);
  }
}

/** An id that is not what it was said to be stays as it is. */
const fromHexadecimal = (id: string) => (/^[0-9a-f]{1,64}$/i.test(id) ? BigInt(`0x${id}`).toString() : id);
const fromDecimal = (id: string) => (/^[0-9]{1,64}$/.test(id) ? BigInt(id).toString() : id);
