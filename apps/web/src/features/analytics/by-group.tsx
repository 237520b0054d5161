import type { DestinationKind } from '@farline/contracts/rates';
import { Asterisk } from 'lucide-react';
import type { FilePath } from '../../lib/api/api-routes.ts';
import { useNames } from '../../lib/calls/use-names.ts';
import { countryName } from '../../lib/format/format.ts';
import { analyticsText } from '../../texts/analytics.ts';
import { Card } from '../../ui/card.tsx';
import { Flag } from '../../ui/flag.tsx';
import { PeerFlag, peerName } from '../../ui/peer.tsx';
import { PlaceFlag, placeName } from '../../ui/place.tsx';
import { SaveFile } from '../../ui/save-file.tsx';
import { BarList } from './bar-list.tsx';
import { FiguresTable } from './figures-table.tsx';
import { type Figures, type Measure, roundWordOf, sizeOf } from './measure.ts';

const DRAWN = 8;

type Group = Figures & {
  /** A person has none. */
  countryCode?: string | null;
  /** Absent where whole countries are counted. */
  kind?: DestinationKind;
  peer?: string;
};

interface ByGroupProps {
  by: 'country' | 'destination' | 'person';
  groups: readonly Group[];
  measures: readonly Measure[];
  measure: Measure;
  csvPath: FilePath;
  csvName: string;
  /** What those of no country are called. */
  noCountry: string;
}

/** A figure by country, destination or person, the highest first. */
export function ByGroup({ by, groups, measures, measure, csvPath, csvName, noCountry }: ByGroupProps) {
  const t = analyticsText.useText();
  const nameOfNumber = useNames();
  const nameOf = (group: Group) =>
    group.peer === undefined ? groupWord(group, noCountry) : peerName(group.peer, nameOfNumber);
  const title = t(TITLES[by], { figure: t(measure) });
  const ordered = groups.toSorted((one, other) => (sizeOf(other, measure) ?? -1) - (sizeOf(one, measure) ?? -1));
  const drawn = ordered.slice(0, DRAWN);
  return (
    <Card aria-labelledby={`by-${by}`} data-testid={`by-${by}`}>
      <h2 id={`by-${by}`} className="mb-4 text-title font-semibold">
        {title}
      </h2>
      <BarList
        label={title}
        bars={drawn.map((group) => ({
          key: keyOf(group),
          sign: signOf(group),
          name: nameOf(group),
          size: sizeOf(group, measure),
          word: roundWordOf(group, measure) ?? t('noneLong'),
        }))}
      />
      {ordered.length > DRAWN && (
        <p className="mt-3 text-note text-muted">{t('others', { count: DRAWN, all: ordered.length })}</p>
      )}
      <FiguresTable
        caption={title}
        nameOfFirst={t(by)}
        measures={measures}
        lines={ordered.map((group) => ({ ...group, key: keyOf(group), name: nameOf(group) }))}
        beside={<SaveFile path={csvPath} name={csvName} />}
      />
    </Card>
  );
}

const TITLES = { country: 'byCountry', destination: 'byDestination', person: 'byPerson' } as const;

function keyOf({ countryCode, kind, peer }: Group): string {
  return peer ?? `${countryCode ?? 'none'} ${kind ?? ''}`;
}

function groupWord({ countryCode = null, kind }: Group, noCountry: string): string {
  if (kind !== undefined) return placeName({ countryCode, kind });
  return countryCode === null ? noCountry : countryName(countryCode);
}

function signOf(group: Group) {
  const { countryCode = null, kind, peer } = group;
  if (peer !== undefined) return <PeerFlag peer={peer} />;
  if (kind !== undefined) return <PlaceFlag destination={{ countryCode, kind }} />;
  // A call of no country is to a service of ours; a message of none is of a sender with a name.
  return countryCode === null && 'calls' in group ? <OurSign /> : <Flag countryCode={countryCode} />;
}

/** The asterisk of `*43` and `*97`. */
const OurSign = () => <Asterisk aria-hidden className="inline-block h-4 w-6 shrink-0 text-accent" />;
