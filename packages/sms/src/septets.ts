/**
 * Septets packed eight into seven octets, the first in the lowest bits (3GPP TS 23.038 §6.1.2.1.1). `fillBits` zero bits go
 * before the first one, so that text after a header of octets begins at a septet.
 */
export function packSeptets(septets: Uint8Array, fillBits = 0): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((septets.length * 7 + fillBits) / 8));
  for (const [index, septet] of septets.entries()) {
    const bit = fillBits + index * 7;
    const pair = (septet & 0x7f) << (bit % 8);
    const at = Math.floor(bit / 8);
    bytes[at] = (bytes[at] ?? 0) | (pair & 0xff);
    if (pair > 0xff) bytes[at + 1] = pair >> 8;
  }
  return bytes;
}

/**
 * Packed septets, one an octet; the reverse of `packSeptets`. Of seven septets the last octet has seven bits to spare, which
 * read as an eighth: where the count is known, it is passed.
 */
export function unpackSeptets(bytes: Uint8Array, { fillBits = 0, count = Infinity } = {}): Uint8Array {
  const whole = Math.max(0, Math.floor((bytes.length * 8 - fillBits) / 7));
  const septets = new Uint8Array(Math.min(whole, count));
  for (const index of septets.keys()) {
    const bit = fillBits + index * 7;
    const at = Math.floor(bit / 8);
    const pair = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
    septets[index] = (pair >> (bit % 8)) & 0x7f;
  }
  return septets;
}
