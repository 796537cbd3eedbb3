"""Corrections: of deals, points and terms, second signatures, reports of conduct."""
