export {
  type MediaControl,
  type MediaReading,
  type MediaSide,
  type SideReading,
  createMediaControl,
} from './media-control.ts';
export { MediaControlError } from './ng-client.ts';
