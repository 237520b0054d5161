import { parentPort, workerData } from 'node:worker_threads';
import type { Paper } from './paper.ts';
import { printPdf } from './print-pdf.ts';

// A thread that prints one paper and ends; whoever started it gave the paper.
parentPort?.postMessage(await printPdf(workerData as Paper));
