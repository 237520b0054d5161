/** The UTF-16 units of a text, big-endian, as SMPP carries data coding 8. Surrogate pairs stay as they are. */
export function encodeUcs2(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1) view.setUint16(index * 2, text.charCodeAt(index));
  return bytes;
}

/** The text of big-endian UTF-16 units. Half of a unit at the end gives U+FFFD; half of a surrogate pair is kept. */
export function decodeUcs2(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const characters: string[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 2) characters.push(String.fromCharCode(view.getUint16(at)));
  if (bytes.length % 2 === 1) characters.push('\ufffd');
  return characters.join('');
}
