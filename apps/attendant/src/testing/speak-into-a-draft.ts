import { sineTone } from '@farline/sip-endpoint';
import { createRecordings } from '../recordings.ts';

/** A process that records two seconds of a tone and three of silence, says so, and lives on until it is killed. */
const [folder = '', callId = ''] = process.argv.slice(2);
const recordings = await createRecordings(folder, 0, () => {});
const draft = await recordings.draft(callId);
draft?.append(new Int16Array(8000).fill(9000));
await draft?.samples();
// What the caller takes back is no part of it.
await draft?.empty();
draft?.append(sineTone({ frequencyHz: 440, durationMs: 2000, amplitude: 8000 }));
draft?.append(new Int16Array(3 * 8000));
await draft?.samples();
process.stdout.write('recorded\n');
setInterval(() => {}, 60_000);
