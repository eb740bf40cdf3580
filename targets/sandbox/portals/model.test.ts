import { test } from 'vitest'
import { runSequences } from './testing/sequences.ts'

const SEED = 20_261_128
const SEQUENCES = 15

test(`${SEQUENCES} random sequences of what people do leave the portals as a model has them (seed ${SEED})`, () =>
  runSequences(SEQUENCES, SEED))
