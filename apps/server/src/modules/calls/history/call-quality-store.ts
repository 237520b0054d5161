import type { QualitySample } from '@farline/contracts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/database.ts';

/** Keeps those samples of a call whose second is not kept yet; returns how many they were. */
export async function insertSamples(database: Executor, callId: string, samples: QualitySample[]): Promise<number> {
  const { rows } = await sql<{ kept: number }>`
    with sent as (
      select distinct on (second) * from unnest(
        ${samples.map((sample) => sample.second)}::int[], ${samples.map((sample) => sample.lossPercent)}::real[],
        ${samples.map((sample) => sample.jitterMs)}::real[], ${samples.map((sample) => sample.roundTripMs)}::real[]
      ) as sample (second, loss_percent, jitter_ms, round_trip_ms)),
    fresh as (
      select * from sent where second not in (
        select unnest(seconds) from calls.quality_batch where call_id = ${callId}))
    insert into calls.quality_batch (call_id, first_second, seconds, loss_percent, jitter_ms, round_trip_ms)
    select ${callId}, min(second), array_agg(second order by second), array_agg(loss_percent order by second),
      array_agg(jitter_ms order by second), array_agg(round_trip_ms order by second)
    from fresh having count(*) > 0
    on conflict do nothing
    returning cardinality(seconds) as kept`.execute(database);
  return rows[0]?.kept ?? 0;
}

/** A call's samples, in order. */
export async function samplesOf(database: Executor, callId: string): Promise<QualitySample[]> {
  const { rows } = await sql<QualitySample>`
    select distinct on (second) sample.* from calls.quality_batch,
      unnest(seconds, loss_percent, jitter_ms, round_trip_ms) as sample (second, "lossPercent", "jitterMs", "roundTripMs")
    where call_id = ${callId} order by second limit 86400`.execute(database);
  return rows;
}
