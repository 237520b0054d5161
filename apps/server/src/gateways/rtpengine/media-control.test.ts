import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createMediaControl } from './media-control.ts';

test('rtpengine answers while it says pong, and not when nobody does', async () => {
  const rtpengine = createSocket('udp4');
  rtpengine.on('message', (message, from) => {
    const [cookie = '', command = ''] = message.toString('latin1').split(' ');
    if (command.includes('4:ping')) rtpengine.send(`${cookie} d6:result4:ponge`, from.port, from.address);
  });
  rtpengine.bind(0, '127.0.0.1');
  await once(rtpengine, 'listening');
  const media = createMediaControl({ address: { host: '127.0.0.1', port: rtpengine.address().port } });

  expect(await media.answers()).toBe(true);

  rtpengine.close();
  await once(rtpengine, 'close');
  await expect(media.answers()).rejects.toThrow('no answer');
  media.close();
});

test('what is under way at the end is without answer, and so is what comes later', async () => {
  const media = createMediaControl({ address: { host: '127.0.0.1', port: await aDeadPort() } });

  const asked = media.answers();
  media.close();

  await expect(asked).rejects.toThrow('no answer');
  await expect(media.answers()).rejects.toThrow('no answer');
});

async function aDeadPort() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}
