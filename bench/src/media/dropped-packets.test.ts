import { expect, test } from 'vitest';
import { dropsOf } from './dropped-packets.ts';

const TABLE = `   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops
 1165: 0100007F:C738 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4711 2 0000000000000000 12
 1166: 0100007F:C739 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4712 2 0000000000000000 3
 1167: 00000000:0035 00000000:0000 07 00000000:00000000 00:00000000 00000000     0        0 4713 2 0000000000000000 500
`;

test('the drops of the ports that are asked for are added up, and nobody else’s', () => {
  expect(dropsOf(TABLE, new Set([0xc738, 0xc739, 9]))).toBe(15);
});
