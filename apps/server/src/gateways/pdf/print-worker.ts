import { parentPort, workerData } from 'node:worker_threads';
import type { PrintedDocument } from '../../platform/outgoing/printed-document.ts';
import { printPdf } from './print-pdf.ts';

// A thread that prints one document and ends; whoever started it gave the document.
parentPort?.postMessage(await printPdf(workerData as PrintedDocument));
