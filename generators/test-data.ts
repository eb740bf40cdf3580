import { readTable } from '../conformance/table.ts'

/** Real names and places, for generated submissions. */
const read = <T>(name: string): T => readTable(`../test-data/${name}.yaml`, import.meta.url)

type Lists<Name extends string> = Readonly<Record<Name, readonly string[]>>

export const people = read<Lists<'given' | 'family' | 'company' | 'street' | 'unit' | 'city'>>('people')

const states = read<Lists<'states' | 'others'>>('states')
export const stateCodes: readonly string[] = [...states.states, ...states.others]

/** Codes of six digits from the list of 2022. */
export const naicsCodes: readonly number[] = Object.values(
  read<Readonly<Record<string, readonly number[]>>>('naics-2022'),
).flat()
