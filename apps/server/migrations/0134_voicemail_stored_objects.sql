-- Whether anything lies in a bucket is asked by every server that starts.
create index object_stored on voicemail.object (kind) where is_stored;
