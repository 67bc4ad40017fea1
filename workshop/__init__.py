"""Exercises that check themselves: questions with numbers of their own, answers worked out by tokcore.

The arrow `pages -> ui -> tokcore` has one more stop here, `pages -> ui -> workshop -> tokcore`, on purpose.
An exercise is neither the subject, which needs no class, nor a drawing, which needs no question: so it can be
imported and tested without a page, a page can draw it without knowing the answer, and tokcore stays the same
for those who never teach. Nothing here imports Streamlit or keeps anything; every answer is computed.
"""
