export { createMediaControl, type MediaControl } from './media-control.ts';
