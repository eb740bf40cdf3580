/**
 * Works something out once for each list or object. Standing claims look at the same exchanges one after the other, and several
 * of them begin by sorting them in the same way.
 */
export function onceFor<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}
