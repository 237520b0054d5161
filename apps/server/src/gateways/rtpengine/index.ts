export {
  type MediaControl,
  type MediaReading,
  type MediaSide,
  type SideReading,
  createMediaControl,
} from './media-control.ts';
