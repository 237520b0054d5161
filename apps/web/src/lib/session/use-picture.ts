import { useEffect, useState } from 'react';
import { download } from '../api/download.ts';

/** The address of a picture that only the signed-in person may fetch, for an `img`; null while there is none. */
export function usePicture(pictureUrl: string | null): string | null {
  const [shown, setShown] = useState<{ of: string; address: string } | null>(null);
  useEffect(() => {
    if (pictureUrl === null) return;
    let address: string | null = null;
    let isWanted = true;
    download(pictureUrl.replace('/api/v1', '')).then(
      (picture) => {
        if (!isWanted) return;
        address = URL.createObjectURL(picture);
        setShown({ of: pictureUrl, address });
      },
      (error: unknown) => console.warn('The profile picture cannot be shown', error),
    );
    return () => {
      isWanted = false;
      if (address !== null) URL.revokeObjectURL(address);
    };
  }, [pictureUrl]);
  return shown !== null && shown.of === pictureUrl ? shown.address : null;
}
