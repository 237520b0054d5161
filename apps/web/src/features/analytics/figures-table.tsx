import { type ReactNode, useId, useState } from 'react';
import { analyticsText } from '../../texts/analytics.ts';
import { Button } from '../../ui/button.tsx';
import { type Figures, type Measure, wordOf } from './measure.ts';

type Line = Figures & {
  key: string;
  name: ReactNode;
};

/** The figures behind a chart, all of them, in a table that opens. */
export function FiguresTable({
  caption,
  nameOfFirst,
  measures,
  lines,
  beside,
}: {
  caption: string;
  nameOfFirst: string;
  measures: readonly Measure[];
  lines: readonly Line[];
  /** Stands beside the button. */
  beside?: ReactNode;
}) {
  const t = analyticsText.useText();
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button look="quiet" size="small" aria-expanded={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
          {isShown ? t('hideTable') : t('showTable')}
        </Button>
        {beside}
      </div>
      <div
        id={id}
        hidden={!isShown}
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={t('tableOf', { title: caption })}
        className="relative mt-3 max-h-96 overflow-auto rounded-control"
      >
        <table className="w-full whitespace-nowrap text-note">
          <caption className="sr-only">{caption}</caption>
          <thead className="sticky top-0 bg-raised text-muted">
            <tr>
              <th scope="col" className="py-2 pe-3 text-start font-medium">
                {nameOfFirst}
              </th>
              {measures.map((measure) => (
                <th key={measure} scope="col" className="py-2 ps-3 text-end font-medium">
                  {t(measure)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Row key={line.key} line={line} measures={measures} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Row({ line, measures }: { line: Line; measures: readonly Measure[] }) {
  const t = analyticsText.useText();
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 pe-3 text-start font-normal">
        {line.name}
      </th>
      {measures.map((measure) => (
        <td key={measure} className="figures py-1.5 ps-3 text-end">
          {wordOf(line, measure) ?? <span className="text-muted">{t('noneLong')}</span>}
        </td>
      ))}
    </tr>
  );
}
