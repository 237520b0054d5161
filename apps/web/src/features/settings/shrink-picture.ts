const SIDE = 512;

/**
 * The middle square of a picture at 512 by 512 pixels as JPEG: a photo of a telephone is far larger than what may be sent.
 * What the browser cannot draw is given back as it is, for the server to judge.
 */
export async function shrinkPicture(picture: File): Promise<File> {
  try {
    const drawn = await createImageBitmap(picture);
    const side = Math.min(drawn.width, drawn.height);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.min(SIDE, side);
    const paper = canvas.getContext('2d');
    if (paper === null) return picture;
    // JPEG knows no transparency.
    paper.fillStyle = 'white';
    paper.fillRect(0, 0, canvas.width, canvas.height);
    const left = (drawn.width - side) / 2;
    const top = (drawn.height - side) / 2;
    paper.drawImage(drawn, left, top, side, side, 0, 0, canvas.width, canvas.height);
    drawn.close();
    const square = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.88));
    return square === null ? picture : new File([square], 'picture.jpg', { type: 'image/jpeg' });
  } catch (error) {
    console.warn('The picture is sent as it is', error);
    return picture;
  }
}
