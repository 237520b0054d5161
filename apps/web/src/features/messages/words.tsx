import { Fragment } from 'react';

/** Addresses are longer than a narrow bubble: they are broken after what divides them, and in the middle of a word only where that is too long too. */
const ADDRESS = /((?:https?:\/\/|www\.)\S+|\S+\/\S{12,})/u;
/** Not after the two slashes of `https://`, which would stand alone. */
const AFTER_DIVIDER = /(?<=[/?&#=])(?<!:\/\/)(?![/?&#=])/u;

/** A text, with places where its addresses may be broken; what is copied of it is as it was written. */
export function Words({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, place) => (place % 2 === 0 ? part : <Address key={place} address={part} />));
}

function Address({ address }: { address: string }) {
  return address.split(AFTER_DIVIDER).map((piece, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
