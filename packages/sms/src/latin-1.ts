/** The text in ISO 8859-1, or null if it has a character that ISO 8859-1 lacks (€ is one). */
export function encodeLatin1(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit > 0xff) return null;
    bytes[index] = unit;
  }
  return bytes;
}

/** The text of ISO 8859-1 octets. */
export function decodeLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
