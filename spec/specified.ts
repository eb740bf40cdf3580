import { once } from '../conformance/once.ts'
import { readTable } from '../conformance/table.ts'
import type { DeliverySpec } from './delivery.ts'
import type { Limits } from './limits.ts'

/** Default values that the specification gives where a profile has none, in milliseconds. */
export interface Specified {
  readonly pollIntervalMs: number
  readonly deliverySlackMs: number
}

/** Reads those values from the tables, without the rest of the specification: a profile is checked before that is loaded. */
export const specified = once((): Specified => {
  const table = <Table>(name: string): Table => readTable(`./tables/${name}.yaml`, import.meta.url)
  return {
    pollIntervalMs: table<Limits>('limits').pollIntervalMs.min,
    deliverySlackMs: table<DeliverySpec>('delivery').tolerance.late.ms,
  }
})
