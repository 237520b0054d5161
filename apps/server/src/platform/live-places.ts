/** Of one address: an office, or an attacker. */
const MOST_OF_PLACE = 300;
/** Those that have not said who they are get no more than a burst. */
const MOST_STRANGERS_OF_PLACE = 30;

/** One socket of an address. */
export type OpenSocket = {
  /** Whoever opened it has proved who they are. */
  prove(): void;
  /** It is closed. */
  leave(): void;
};

/** How many sockets each address has open, and of how many nobody knows whose they are. */
export function createPlaces(): { enter(place: string): OpenSocket | 'full' } {
  const places = new Map<string, { open: number; strangers: number }>();

  return {
    enter: (name) => {
      const place = places.get(name) ?? { open: 0, strangers: 0 };
      if (place.open >= MOST_OF_PLACE || place.strangers >= MOST_STRANGERS_OF_PLACE) return 'full';
      place.open += 1;
      place.strangers += 1;
      places.set(name, place);
      let isStranger = true;
      const prove = () => {
        if (isStranger) place.strangers -= 1;
        isStranger = false;
      };
      return {
        prove,
        leave: () => {
          prove();
          place.open -= 1;
          if (place.open === 0) places.delete(name);
        },
      };
    },
  };
}
