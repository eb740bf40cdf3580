import { readFileSync } from 'node:fs'
import { CORE_SCHEMA, load } from 'js-yaml'
import { once } from '../conformance/once.ts'
import type { Delivery } from './delivery.ts'
import type { Limits } from './limits.ts'

/** Default values that the specification gives where a profile has none, in milliseconds. */
export interface Specified {
  readonly pollIntervalMs: number
  readonly deliverySlackMs: number
}

/** Reads those values from the tables, without the rest of the specification: a profile is checked before that is loaded. */
export const specified = once((): Specified => {
  const table = <Table>(name: string): Table =>
    load(readFileSync(new URL(`./tables/${name}.yaml`, import.meta.url), 'utf8'), {
      schema: CORE_SCHEMA,
    }) as Table
  return {
    pollIntervalMs: table<Limits>('limits').pollIntervalMs.min,
    deliverySlackMs: table<Delivery>('delivery').tolerance.late.ms,
  }
})
