"""Seconds of so many replicates of a bootstrap of kappa with scikit-learn: bootstrap.py REPLICATES PP PF FP FF

The loop that is usually written: items drawn anew with replacement, kappa of each draw. Prints the seconds of the loop alone.
"""
import sys
import time

import numpy
from sklearn.metrics import cohen_kappa_score

replicates, pp, pf, fp, ff = map(int, sys.argv[1:])
critic = numpy.array([1] * (pp + pf) + [0] * (fp + ff))
founder = numpy.array([1] * pp + [0] * pf + [1] * fp + [0] * ff)
rng = numpy.random.default_rng(1)
begun = time.perf_counter()
values = []
for _ in range(replicates):
    drawn = rng.integers(0, len(critic), len(critic))
    values.append(cohen_kappa_score(critic[drawn], founder[drawn]))
numpy.quantile(values, [0.025, 0.975])
print(time.perf_counter() - begun)
