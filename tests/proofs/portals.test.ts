import { test } from 'vitest'
import { runSequences } from '../../targets/sandbox/portals/testing/sequences.ts'

/** Each has a sandbox of its own, so that its lists stay short. */
const BATCHES = 10
const SEQUENCES = 50

test.for(Array.from({ length: BATCHES }, (_, batch) => 4_000 + batch))(
  `${SEQUENCES} random sequences of what people do leave the portals as a model has them (seed %i)`,
  (seed) => runSequences(SEQUENCES, seed),
)
