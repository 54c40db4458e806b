// Distances between distributions over labels, and their worth in numbers of people
export { totalVariation } from "./total-variation.ts";
export { jensenShannonDivergence } from "./jensen-shannon-divergence.ts";
export { earthMoversDistance } from "./earth-movers-distance.ts";
export { distancesByX, type DistancesByX } from "./distances-by-x.ts";
export { worthInPeople, type WorthInPeople } from "./worth-in-people.ts";
