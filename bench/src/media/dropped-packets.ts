import { readFileSync } from 'node:fs';

/**
 * How many packets the kernel has dropped at the UDP sockets with these local ports since they were opened, because whoever has them did not read in
 * time: the last column of /proc/net/udp (proc(5)).
 */
export function droppedAt(ports: ReadonlySet<number>): number {
  return dropsOf(readFileSync('/proc/net/udp', 'utf8'), ports);
}

export function dropsOf(table: string, ports: ReadonlySet<number>): number {
  const [, ...rows] = table.trimEnd().split('\n');
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([, address = '']) => ports.has(Number.parseInt(address.split(':')[1] ?? '', 16)))
    .reduce((sum, columns) => sum + Number(columns.at(-1)), 0);
}
