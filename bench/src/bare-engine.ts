import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { defaultKamailioSettings, kamailioArguments, renderKamailioSettings } from '@farline/tools/kamailio-settings';
import { createPart, type Part } from '@farline/tools/part';
import { freePorts, isFree, type Ports } from '@farline/tools/ports';
import { createRtpengine } from '@farline/tools/rtpengine';
import { openLog } from '@farline/tools/process-log';
import { startProcess } from '@farline/tools/running-process';
import type { Stack } from '@farline/tools/stack';
import { giveTo, runAs } from '@farline/tools/users';
import { waitUntil } from '@farline/tools/wait-until';

const CONFIGURATION = join(import.meta.dirname, '../bare/kamailio.cfg');
const HERE = '127.0.0.1';

export type BareEngine = {
  kamailio: Part;
  rtpengine: Part;
  signallingPort: number;
  carrierPort: number;
  /** Gives the media ports back of calls whose caller is gone without a word. */
  endLeftovers(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Kamailio with nobody behind it, in front of an rtpengine of its own, relaying to the stack's first trunk, or to where who is called has
 * registered. Media ports that its failed calls leave behind are not missing in the stack's.
 */
export async function startBareEngine(
  stack: Stack,
  rtpPorts: Pick<Ports, 'rtpFirst' | 'rtpLast'>,
): Promise<BareEngine> {
  const ports = { ...(await freePorts()), ...rtpPorts };
  const rtpengine = await startRtpengine(stack, ports);
  const kamailio = await startKamailio(stack, ports);
  return {
    kamailio,
    rtpengine,
    signallingPort: ports.browsers,
    carrierPort: ports.carrierSide,
    async endLeftovers() {
      const console = connect(ports.rtpengineCli, HERE);
      console.end('terminate all\n');
      await once(console.resume(), 'close');
    },
    async stop() {
      await kamailio.stop();
      await rtpengine.stop();
    },
  };
}

async function startKamailio(stack: Stack, ports: Ports): Promise<Part> {
  const folder = join(stack.dataFolder, 'run/bare-kamailio');
  mkdirSync(folder, { mode: 0o750 });
  cpSync(CONFIGURATION, join(folder, 'kamailio.cfg'));
  const settings = renderKamailioSettings({
    ...defaultKamailioSettings,
    browser: { addresses: [HERE], port: ports.browsers },
    carrier: { address: HERE, advertisedAddress: HERE, port: ports.carrierSide },
    phones: null,
    bridgePort: ports.bridgeSide,
    attendants: { sidePort: ports.attendantSide, calledPort: ports.calledAttendant, ports: [ports.attendant] },
    callBridgePort: ports.callBridge,
    rpcPort: ports.kamailioRpc,
    evapiPort: ports.evapi,
    rtpenginePort: ports.rtpengine,
    databaseUrl: 'none',
    sipRealm: stack.sip.realm,
    sipSecret: stack.sip.secret,
    maskKey: 'none',
    nonceSecret: 'none',
    allowedOrigins: [],
  });
  const trunk = `#!define TRUNK "${HERE}:${stack.ports.sandboxA}"\n`;
  writeFileSync(join(folder, 'settings.cfg'), settings + trunk, { mode: 0o600 });
  for (const path of [folder, join(folder, 'kamailio.cfg'), join(folder, 'settings.cfg')]) giveTo('kamailio', path);

  const log = openLog(join(stack.logFolder, 'bare-kamailio.log'));
  const part = createPart({
    name: 'bare Kamailio',
    log,
    launch: () =>
      startProcess({
        name: 'bare Kamailio',
        command: ['/usr/sbin/kamailio', ...kamailioArguments(folder)],
        cwd: folder,
        user: runAs('kamailio'),
        processorShare: 9,
        stopSignal: 'SIGTERM',
        log,
      }),
    ready: async () => {
      await waitUntil('bare Kamailio to take connections', async () => !(await isFree(ports.browsers, 'tcp', [HERE])), {
        withinMs: 20_000,
      });
    },
  });
  await part.start();
  return part;
}

async function startRtpengine({ dataFolder, addresses }: Stack, ports: Ports): Promise<Part> {
  const folder = join(dataFolder, 'run/bare');
  mkdirSync(folder, { mode: 0o711 });
  const rtpengine = createRtpengine({ runFolder: folder, logFolder: folder, ports, addresses });
  await rtpengine.start();
  return rtpengine;
}
