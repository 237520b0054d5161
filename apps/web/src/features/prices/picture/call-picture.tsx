import { countryName, formatDuration, formatPrice } from '../../../lib/format/format.ts';
import { sampleCallText } from '../../../texts/sample-call.ts';
import { PhonePicture } from './phone-picture.tsx';
import { ReceiptPicture } from './receipt-picture.tsx';
import { SAMPLE, type Sample, sampleSum } from './sample.ts';

/** What a call looks like here, and beside it its receipt: a picture, in which nothing can be pressed. */
export function CallPicture(sample: Sample) {
  const t = sampleCallText.useText();
  const label = t('picture', {
    name: SAMPLE.name,
    country: countryName(sample.country.code),
    time: formatDuration(sample.seconds),
    price: formatPrice(sampleSum(sample).total),
  });
  return (
    <figure data-testid="call-picture">
      <div role="img" aria-label={label}>
        <div aria-hidden inert className="grid gap-8 @4xl:grid-cols-[21.25rem_1fr] @4xl:gap-12">
          <PhonePicture sample={sample} />
          <ReceiptPicture sample={sample} />
        </div>
      </div>
      <figcaption className="mt-4 text-note text-muted">{t('madeUp')}</figcaption>
    </figure>
  );
}
