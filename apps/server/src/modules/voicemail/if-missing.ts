/** For a `catch`: what stands for a file or folder that is not there. Every other failure stays one. */
export function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return value;
    throw error;
  };
}
