import type { CallFigures } from '@farline/contracts/insight';
import type { DestinationKind } from '@farline/contracts/rates';
import type { FilePath } from '../../lib/api/api-routes.ts';
import { countryName } from '../../lib/format/format.ts';
import { analyticsText } from '../../texts/analytics.ts';
import { callsText } from '../../texts/calls.ts';
import { Card } from '../../ui/card.tsx';
import { EchoFlag } from '../../ui/echo-flag.tsx';
import { Flag } from '../../ui/flag.tsx';
import { PlaceFlag, placeName } from '../../ui/place.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { BarList } from './bar-list.tsx';
import { FiguresTable } from './figures-table.tsx';
import { type Measure, roundWordOf, sizeOf } from './measure.ts';

const DRAWN = 8;

interface Place extends CallFigures {
  countryCode: string | null;
  /** Absent where whole countries are counted. */
  kind?: DestinationKind;
}

interface ByPlaceProps {
  by: 'country' | 'destination';
  places: readonly Place[];
  measure: Measure;
  csvPath: FilePath;
}

/** A figure by country or destination, the highest first. */
export function ByPlace({ by, places, measure, csvPath }: ByPlaceProps) {
  const t = analyticsText.useText();
  const title = t(by === 'country' ? 'byCountry' : 'byDestination', { figure: t(measure) });
  const ordered = places.toSorted((one, other) => (sizeOf(other, measure) ?? -1) - (sizeOf(one, measure) ?? -1));
  const drawn = ordered.slice(0, DRAWN);
  return (
    <Card aria-labelledby={`by-${by}`} data-testid={`by-${by}`}>
      <h2 id={`by-${by}`} className="mb-4 text-title font-semibold">
        {title}
      </h2>
      <BarList
        label={title}
        bars={drawn.map((place) => ({
          key: keyOf(place),
          sign: signOf(place),
          name: nameOf(place),
          size: sizeOf(place, measure),
          word: roundWordOf(place, measure) ?? t('noneLong'),
        }))}
      />
      {ordered.length > DRAWN && (
        <p className="mt-3 text-note text-muted">{t('others', { count: DRAWN, all: ordered.length })}</p>
      )}
      <FiguresTable
        caption={title}
        nameOfFirst={t(by)}
        lines={ordered.map((place) => ({ ...place, key: keyOf(place), name: nameOf(place) }))}
        beside={<SaveFile path={csvPath} name={t('saveNamed', { by })} />}
      />
    </Card>
  );
}

function keyOf({ countryCode, kind }: Place): string {
  return `${countryCode ?? 'none'} ${kind ?? ''}`;
}

function nameOf({ countryCode, kind }: Place): string {
  if (kind !== undefined) return placeName({ countryCode, kind });
  return countryCode === null ? callsText.say('echoTest') : countryName(countryCode);
}

function signOf({ countryCode, kind }: Place) {
  if (kind !== undefined) return <PlaceFlag destination={{ countryCode, kind }} />;
  return countryCode === null ? <EchoFlag /> : <Flag countryCode={countryCode} />;
}
