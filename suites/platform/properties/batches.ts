// Code that runs between two requests finds the caches of the processor full of network data. It takes three
// times as long as when it runs many times in a row.

/** Makes things of the numbers from 0 below `count`, `size` of them in a row, when the first one of them is asked for. */
export function* inBatches<Made>(
  count: number,
  size: number,
  make: (number: number) => Made,
): Generator<Made> {
  for (let first = 0; first < count; first += size)
    yield* Array.from({ length: Math.min(size, count - first) }, (_, offset) => make(first + offset))
}

/** Gathers things until there are `size` of them, and then does something with each of them in a row. */
export function batchesOf<Thing>(
  size: number,
  each: (thing: Thing) => void,
): { add(thing: Thing): void; end(): void } {
  const waiting: Thing[] = []
  const end = () => waiting.splice(0).forEach(each)
  return {
    add(thing) {
      waiting.push(thing)
      if (waiting.length >= size) end()
    },
    end,
  }
}
