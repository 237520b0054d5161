import type { Part } from './part.ts';

/** Servers first, so that they say goodbye to an engine and a database that still answer. */
export async function stopAll(parts: Part[]): Promise<void> {
  const isDatabase = (part: Part) => part.name === 'PostgreSQL';
  const isServer = (part: Part) => part.name.startsWith('server');
  const ended = parts.splice(0);
  await Promise.all(ended.filter(isServer).map(async (part) => await part.stop()));
  await Promise.all(
    ended.filter((part) => !isServer(part) && !isDatabase(part)).map(async (part) => await part.stop()),
  );
  await Promise.all(ended.filter(isDatabase).map(async (part) => await part.stop()));
}
