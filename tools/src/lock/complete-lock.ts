type Entry = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
export type Lock = { packages: Record<string, Entry> };

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** Optional packages that some entry names and the lock does not hold, as `name@version`. `npm ci` refuses such a lock. */
export function missingOptionals(lock: Lock): string[] {
  return Object.entries(entriesToAdd(lock)).map(([path, entry]) => `${nameIn(path)}@${entry.version ?? ''}`);
}

/**
 * The lock with an entry for every optional package of another platform. npm leaves out those that its registry did not
 * offer when the lock was made (a mirror may carry one platform only), and refuses the result on the next machine.
 */
export function completeLock(lock: Lock): Lock {
  const packages = { ...lock.packages, ...entriesToAdd(lock) };
  const paths = Object.keys(packages).sort((a, b) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(paths.map((path) => [path, packages[path] ?? {}])) };
}

function entriesToAdd(lock: Lock): Record<string, Entry> {
  const added: Record<string, Entry> = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const isHeld = [`${path}/node_modules/${name}`, `node_modules/${name}`].some((place) => lock.packages[place]);
      if (!isHeld) added[`node_modules/${name}`] = platformEntry(name, version, entry);
    }
  }
  return added;
}

/** Such packages carry their platform in their name: `@swc/core-linux-x64-musl`. */
function platformEntry(name: string, version: string, parent: Entry): Entry {
  const words = (name.split('/').at(-1) ?? '').split('-');
  const system = SYSTEMS.find((word) => words.includes(word));
  const processor = PROCESSORS.find((word) => words.includes(word));
  if (processor === undefined || (system === undefined && processor !== 'wasm32')) {
    throw new Error(`The registry does not offer ${name}@${version}, and its name tells no platform.`);
  }
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc';
  return {
    version,
    cpu: [processor],
    ...(parent.dev === true ? { dev: true } : {}),
    ...(system === 'linux' ? { libc: [libc] } : {}),
    optional: true,
    ...(system === undefined ? {} : { os: [system] }),
  };
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
