/** Sets an entry as the newest of `map`, and evicts the oldest where that makes more than `most`. */
export function setEvictingOldest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value as K);
}
