export { type Bucket, type BucketBounds, BucketError, openBucket } from './bucket.ts';
export { checkBucket, type BucketCheck } from './check-bucket.ts';
export { type BucketSettings, bucketIsWhole, bucketOf, bucketVariables } from './settings.ts';
