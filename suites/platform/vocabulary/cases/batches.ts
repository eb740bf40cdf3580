// Code that runs between two requests finds the caches of the processor full of network data. It takes three
// times as long as when it runs many times in a row.

/** Makes things for the numbers from 0 to `count` - 1, in batches of `size`; each batch when its first thing is requested. */
export function* inBatches<Made>(
  count: number,
  size: number,
  make: (number: number) => Made,
): Generator<Made> {
  for (let first = 0; first < count; first += size)
    yield* Array.from({ length: Math.min(size, count - first) }, (_, offset) => make(first + offset))
}

/** Collects things until there are `size` of them, and then calls `each` for all of them in a row. */
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
